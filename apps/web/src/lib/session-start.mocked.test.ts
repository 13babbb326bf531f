import { expect, test, vi } from 'vitest'
import { stored } from './storage.ts'

// Own process, although it replaces no module: session.ts has not been loaded yet.
test('the start removes drafts of a day ago for a guest too, and keeps younger ones', async () => {
  const forms = {
    old: { saved_ms: Date.now() - 24 * 60 * 60 * 1000, fields: {} },
    young: { saved_ms: Date.now() - 60_000, fields: {} },
  }
  localStorage.setItem('quincena.drafts', JSON.stringify({ user: 7, forms }))
  await import('./session.ts')
  await vi.waitFor(() => expect(stored('drafts')).not.toContain('old'))
  expect(JSON.parse(stored('drafts') ?? '')).toEqual({ user: 7, forms: { young: forms.young } })
})
