/** Scenarios of the official conformance suite for servers of any purpose: they need no tools made for them. */
export const scenarios = [
  "server-initialize",
  "server-session-lifecycle",
  "server-stateless",
  "ping",
  "tools-list",
  "prompts-list",
  "sep-2164-resource-not-found",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "input-required-result-unsupported-methods",
  "input-required-result-ignore-extra-params",
];

/** Checks in them that fail, and why that is right; one that passes has to be removed from here. */
export const failing: Record<string, string> = {
  "sep-2575-server-rejects-undeclared-capability": "needs the tool test_missing_capability",
  "sep-2575-missing-capability-http-400": "needs the tool test_missing_capability",
  "sep-2575-http-server-no-independent-requests-on-stream":
    "needs the tool test_streaming_elicitation",
  "sep-2575-server-no-log-without-loglevel": "needs the tool test_logging_tool",
  // Kith keeps no streams open: its lists do not change while a credential stays as it is.
  "sep-2575-server-sends-subscription-ack": "there are no subscriptions",
  "sep-2575-server-tags-subscription-id": "there are no subscriptions",
  "sep-2549-resources-list-caching-hints": "there are no resources",
  "sep-2549-resources-templates-list-caching-hints": "there are no resources",
};
