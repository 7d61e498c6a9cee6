/** Words around the long texts, which are Markdown files in the folder beside this one. */
export const legalTexts = {
  contents: 'On this page',
  missing: {
    title: 'The text could not be loaded',
    text: 'Please check your connection and try again.',
  },
};
