// The document as the running function gives it; "try it" goes to the same gateway.
globalThis.SwaggerUIBundle({
  url: "/functions/v1/kith/api/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Would send the document to somebody else's validator.
  validatorUrl: null,
});
