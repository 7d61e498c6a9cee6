/** Texts of the dialogs around the approval of a drive. */
export const approvalTexts = {
  title: 'Approve drive and photos',
  lead: 'These photos of the drive are pending. Checked ones are published with it.',
  left: 'The drive is published. These photos are not:',
  photo: (place: number) => `Photo ${place}`,
  approve: (count: number) =>
    count === 0 ? 'Approve the drive only' : `Approve drive and ${count} ${count === 1 ? 'photo' : 'photos'}`,
  cancel: 'Cancel',
  goOn: 'Continue',
  uncorrected: {
    title: 'Your corrections are not saved',
    text: 'Corrections are only saved with an approval. If you request changes, the drive returns to its author without them.',
    back: 'Keep reviewing',
    request: 'Request changes without them',
  },
};
