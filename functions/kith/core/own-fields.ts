// Fields of one's own: what their keys are like.

/** The key of a field: a letter, then letters, digits and underscores. */
export const keyPattern = /^[a-z][a-z0-9_]{0,49}$/;
