// The mails that the stack catches.

/** A mail that Auth or the function would send. */
export interface Mail {
  to: string;
  subject: string;
  html?: string;
  text?: string;
  /** Whether it is the function's, and not Auth's. */
  isNotice?: true;
}
