import { newPerson } from "../account.ts";
import { recoveryLink } from "../mails.ts";
import { afterLink, at, type Open } from "./open.ts";

const refused = afterLink("#access_token=0&refresh_token=0", "carries a session");

/** The views of somebody who is not signed in. */
export const publicViews: Record<string, Open> = {
  "sign in": at("sign-in", "h1:text('Sign in')"),
  "sign up": at("sign-up", "h1:text('Create an account')"),
  "forgotten password": at("forgot-password", "h1:text('Forgotten')"),
  "a refused link": refused,
  "a link with a name": async (page) => {
    const { email } = await newPerson();
    await afterLink(new URL(await recoveryLink(email)).search, email)(page, "");
  },
};

/** Where links in mails lead while somebody is signed in. */
export const linkViews: Record<string, Open> = {
  "a refused link, signed in": refused,
  "a link that is not opened": afterLink("?token_hash=0&type=signup", "Open this link?"),
  "a link for another account": async (page) => {
    const { email } = await newPerson();
    await afterLink(new URL(await recoveryLink(email)).search, "Open this link?")(page, "");
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByText(email).waitFor();
  },
  "new password": at("new-password", "h1:text('Choose a new password')"),
};
