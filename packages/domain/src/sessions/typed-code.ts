// Without zod, because the worker's login screen uses it.

const WRONG_LENGTH = 'El código lleva 6 dígitos; uno de recuperación, 10 letras y números.'

/** Says that a typed code has characters too few or too many, as the server would refuse it; nothing for an empty one. */
export function typedCodeProblem(code: string): string | undefined {
  const { length } = code.replace(/[^0-9a-z]/gi, '')
  return length === 0 || length === 6 || length === 10 ? undefined : WRONG_LENGTH
}
