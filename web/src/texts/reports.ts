/** Texts of abuse reports, and of suggested edits. */
export const reportTexts = {
  title: 'Report Abuse',
  lead: 'Our staff review reports within 24 hours.',
  violations: 'What is wrong?',
  none: 'Please select at least one violation',
  details: 'Details',
  left: (count: string) => `${count} characters left`,
  tooLong: (max: string) => `Please use at most ${max} characters`,
  submit: 'Submit',
  sent: 'Report Sent',
  action: 'Report Abuse',
  /** Distinguishes the buttons of several cards for screen readers. */
  ofReview: (name: string) => `Report abuse: review by ${name}`,
  card: 'report abuse',
  road: 'Is the road closed, or the line wrong? Suggest an edit instead, so that the drive can be corrected.',
  suggest: {
    title: 'Suggest Edits',
    lead: 'Tell our staff what is wrong or missing.',
    label: 'Your suggestions',
    send: 'Send',
    sent: 'Suggestions Sent',
  },
};
