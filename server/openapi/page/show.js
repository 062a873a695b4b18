// Shows the description of this server and sends what is tried to it, with the session of this browser.
window.SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  validatorUrl: null,
});
