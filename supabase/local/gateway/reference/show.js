// Shows the document that the running function serves; "Try it out" sends requests to the same gateway.
globalThis.SwaggerUIBundle({
  url: "/functions/v1/kith/api/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // No external validator, which would get the document.
  validatorUrl: null,
});
