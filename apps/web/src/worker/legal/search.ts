interface LegalSearch {
  version?: string | undefined
}

/** Validated URL search of a legal text: the version that is read; without it the one in force. */
export function legalSearch({ version }: Record<string, unknown>): LegalSearch {
  // A version such as 2.0 looks like a number in a typed URL.
  return typeof version === 'string' || typeof version === 'number' ? { version: String(version) } : {}
}
