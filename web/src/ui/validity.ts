/** What is wrong with the value of a field, in the words of the page instead of a bubble of the browser. */
export function problemOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  const { validity, value, minLength, type } = field;
  if (validity.valueMissing || (validity.patternMismatch && !value.trim())) return "Fill this in.";
  if (validity.typeMismatch && type === "email") return "This is not an e-mail address.";
  if (validity.tooShort) return `At least ${minLength} characters are needed.`;
  if (validity.badInput && type === "date") return "This is not a date.";
  return field.validationMessage;
}

/**
 * Keeps the browser from showing its bubble for a field of a form that is sent, and returns the words
 * to show beside it. The first such field of the form gets the focus, as the browser would give it.
 */
export function takeInvalid(event: Event): string {
  const field = event.currentTarget as HTMLInputElement;
  event.preventDefault();
  const first = field.form?.querySelector(":is(input, textarea, select):invalid");
  if (first === field) field.focus();
  return problemOf(field);
}
