// Forms without a session beside the one to sign in, and those that links in e-mails lead to.
export { OpenLink } from "../sign-in/open-link.tsx";
export { ForgotPassword, NewPassword, SecondFactor, SignUp } from "../sign-in/other-forms.tsx";
