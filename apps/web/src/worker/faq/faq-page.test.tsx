import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../test/server.ts'
import { openApp } from '../../../test/worker-screen.tsx'
import { questions } from './questions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('§2 FAQ: every question with its subject, its answer behind it', async () => {
  answerWith({})
  openApp('/app/faq')
  expect(questions.length).toBeGreaterThanOrEqual(4)
  for (const { category, question, answer } of questions) {
    const name = (text: string) => text.startsWith(category) && text.endsWith(question)
    const item = await screen.findByRole('button', { name })
    expect(item.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(item)
    expect(item.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText(answer)).toBeDefined()
  }
})
