// Swagger UI takes its dark colours from this class, not from the browser's setting.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

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
