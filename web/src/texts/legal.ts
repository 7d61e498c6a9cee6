/** Texts around the legal pages, whose content is Markdown in the folder next to this file. */
export const legalTexts = {
  contents: 'On this page',
  missing: {
    title: 'The text could not be loaded',
    text: 'Please check your connection and try again.',
  },
};
