export type Closer = () => Promise<unknown>

/**
 * Runs the closers once, newest first, so that the database closes last. An error is reported and the others still run;
 * a second call does nothing.
 */
export async function closeAll(closers: Closer[], report: (error: unknown) => void): Promise<void> {
  for (const closer of closers.splice(0).reverse()) {
    try {
      await closer()
    } catch (error) {
      report(error)
    }
  }
}
