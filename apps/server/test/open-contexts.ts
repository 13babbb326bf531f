/** What a test context does before each test, after each test, and after the tests of its file. */
export interface ContextHooks {
  beforeTest(): Promise<void>
  afterTest(): Promise<void>
  close(): Promise<void>
}

/** The contexts of the file that runs now. */
export const openContexts = new Set<ContextHooks>()
