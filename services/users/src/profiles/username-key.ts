/** Returns the key by which usernames are unique, ignoring case. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}
