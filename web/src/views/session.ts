// Forms without a session beside the one to sign in, and those that links in e-mails lead to.
export { ForgotPassword } from "../session/forgot-password.tsx";
export { NewPassword } from "../session/new-password.tsx";
export { OpenLink } from "../session/open-link.tsx";
export { SecondFactor } from "../session/second-factor.tsx";
export { SignUp } from "../session/sign-up.tsx";
