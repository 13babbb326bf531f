import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'
import { slides } from './slides.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('§2 Onboarding: «Siguiente» beside «Saltar» leads to the last slide, which has only «Comenzar»', async () => {
  answerWith({})
  openWorkerApp('/app/onboarding')
  for (const [index, { title }] of slides.entries()) {
    const heading = await screen.findByRole('heading', { name: title })
    expect(heading.closest('[inert]')).toBeNull()
    const next = screen.queryByRole('button', { name: 'Siguiente' })
    const isLast = index === slides.length - 1
    expect(screen.getByRole('button', { name: isLast ? 'Comenzar' : 'Saltar' })).toBeVisible()
    expect(next === null).toBe(isLast)
    if (next !== null) await userEvent.click(next)
  }
})
