import type { Pages } from "./page.ts";

/** Who sends a request is not known, or may not do it. */
export const accessErrors = {
  unauthorized: {
    meaning:
      "The request has no bearer token, or one that is malformed, unknown, revoked, expired or forged, or whose account " +
      "was deleted. The answer has the header `WWW-Authenticate: Bearer`.",
    remedy:
      "Send `Authorization: Bearer <token>` with an API key (`kith_` and 40 hexadecimal characters) or a current access " +
      "token. Refresh an expired access token with Supabase Auth; create a new key where the old one was deleted.",
    example: { detail: "The credential is missing or not valid." },
  },
  access_token_required: {
    meaning:
      "The credential is a valid API key, or a connection's access token, but managing API keys and connections, erasing the " +
      "log of changes or the trash, undoing what another actor did, and deleting the account need an access token of the " +
      "project's own apps.",
    remedy: "Sign in with Supabase Auth and send the access token.",
    example: {
      detail:
        "This needs an access token of the project's own apps; an API key or a connection is not enough.",
    },
  },
  second_factor_required: {
    meaning:
      "The account has a verified second factor (MFA), and the access token is of a sign-in without it (`aal1`). Managing " +
      "API keys and connections, erasing the log of changes or the trash, and deleting the account need it; everything else does not.",
    remedy:
      "Verify the second factor with Supabase Auth (`auth.mfa.challengeAndVerify`) and send the new access token.",
    example: {
      detail:
        "The account has a second factor. Sign in with it to manage API keys and connections, erase the log or delete the account.",
    },
  },
  connection_required: {
    meaning:
      "The access token was issued to another app: the project's Supabase Auth works as an OAuth server, and the token " +
      "names that app in its claim `client_id`. It may do nothing here without a connection: the owner has not approved the " +
      "app in Kith, or has disconnected it, or the connection has expired.",
    remedy:
      "Have the owner approve the app: authorize it again, or `POST /connections`. Or send an API key.",
    example: {
      detail:
        "This access token was issued to another app by OAuth, which has no connection. Have the owner approve it, or use an API key.",
    },
  },
  insufficient_scope: {
    meaning:
      "The API key or the connection is valid but limited: it lacks a scope that the operation needs, or it is for some networks only and may " +
      "not change networks, memberships and note types, or it would undo what it may not change. Where the operation needs scopes " +
      "that it lacks, `detail` names them, and so does the header, as in " +
      '`WWW-Authenticate: Bearer error="insufficient_scope", scope="notes:write"`. Nothing was changed.',
    remedy:
      "Do without it, or ask the owner to widen the limits; `GET /me` says its `scopes` and `networkIds`.",
    example: { detail: "This API key lacks the scope notes:write." },
  },
} satisfies Pages;
