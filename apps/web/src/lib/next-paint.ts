/**
 * Resolves after the next paint; at once in a hidden page, which is not painted. `app/main.tsx` has its own: a module that
 * both import would pull the office's code into the login.
 */
export function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
}
