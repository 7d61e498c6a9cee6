/** What two usernames must differ in: their case does not count. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}
