/** Event sent to staff: the subject waits for a decision, was decided, or no longer needs one. */
export type Submission = 'waiting' | 'settled' | 'withdrawn';
