import { expect, test } from 'vitest'
import { typedCodeProblem } from './typed-code.ts'

test.each(['', '123456', '123 456', 'ABCDE-23456', ' abcde 23456 '])('accepts %j', (code) => {
  expect(typedCodeProblem(code)).toBeUndefined()
})

test.each(['1', '12345', '1234567', 'ABCDE-2345', 'ABCDE-234567'])(
  'says that %j has another length',
  (code) => {
    expect(typedCodeProblem(code)).toBe(
      'El código lleva 6 dígitos; uno de recuperación, 10 letras y números.',
    )
  },
)
