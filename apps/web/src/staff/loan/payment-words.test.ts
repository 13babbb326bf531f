import { expect, it } from 'vitest'
import { previewOf } from '../../../test/preview.ts'
import { choiceWordsOf } from './payment-words.ts'

const { outcomes } = previewOf(600_000)

it('a shorter term with fewer payments ends earlier', () => {
  const names = outcomes.map((outcome) => choiceWordsOf(outcome, outcomes).name)
  expect(names).toEqual(['Pagos más bajos', 'Menos pagos', 'Pagos por adelantado'])
})

it('a shorter term with as many payments as the lower ones only lowers the last one', () => {
  const sameTerm = outcomes.map((outcome) => ({ ...outcome, installments_left: 4 }))
  const words = sameTerm.map((outcome) => choiceWordsOf(outcome, sameTerm))
  expect(words[1]).toEqual({ name: 'Mismos pagos', text: 'Cada pago sigue igual y el último es menor.' })
  expect(words[0]?.name).toBe('Pagos más bajos')
})
