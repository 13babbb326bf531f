import { MantineProvider, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userOf } from '../../test/user.ts'
import { endSession, loseSession, openSession } from '../lib/session.ts'
import { stored } from '../lib/storage.ts'
import { useDraft } from './draft.ts'
import { DraftNotice } from './draft-notice.tsx'

const names = ['street', 'city', 'password', 'code', 'debit_card_number', 'zip_code', 'file'] as const

function Form({ name, city = 'Monterrey' }: { name: string; city?: string }) {
  const texts = Object.fromEntries(names.map((field) => [field, '']))
  const form = useForm({ initialValues: { ...texts, city } })
  const draft = useDraft(name, form)
  return (
    <>
      <DraftNotice draft={draft} />
      {names.map((field) => (
        <TextInput key={field} label={field} {...form.getInputProps(field)} />
      ))}
    </>
  )
}

function open(name: string, city?: string) {
  const { unmount } = render(
    <MantineProvider env="test">
      <Form name={name} {...(city !== undefined && { city })} />
    </MantineProvider>,
  )
  return unmount
}

const read = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

/** Types a street into the form and leaves the page as a reload does: no component is unmounted. */
async function typeAndReload(name: string) {
  const unmount = open(name)
  await type('street', 'Zaragoza 12')
  const kept = localStorage.getItem('quincena.drafts')
  unmount()
  localStorage.setItem('quincena.drafts', kept ?? '')
}

beforeEach(() => openSession('5', userOf({ id: 7 })))
afterEach(() => {
  endSession()
  localStorage.clear()
  vi.useRealTimers()
})

test('restores what was typed after a reload, and discards it on request', async () => {
  await typeAndReload('one')
  const close = open('one', 'Saltillo')
  expect([read('street'), read('city')]).toEqual(['Zaragoza 12', 'Saltillo'])
  expect(screen.getByText(/Recuperamos lo que escribiste/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  expect([read('street'), read('city')]).toEqual(['', 'Saltillo'])
  expect(screen.queryByText(/Recuperamos/)).toBeNull()
  expect(stored('drafts')).toBeNull()
  close()
})

test('keeps no password, code, account number or file', async () => {
  open('one')
  for (const label of names) await type(label, '123')
  const kept = stored('drafts') ?? ''
  expect(Object.keys(JSON.parse(kept).forms.one.fields)).toEqual(['street', 'city', 'zip_code'])
})

test('names the newer value of a field that another person saved since then', async () => {
  const unmount = open('one', 'Monterrey')
  await type('city', ' Centro')
  const kept = localStorage.getItem('quincena.drafts')
  unmount()
  localStorage.setItem('quincena.drafts', kept ?? '')
  open('one', 'Saltillo')
  expect(read('city')).toBe('Monterrey Centro')
  expect(screen.getByText('Otra persona lo cambió: ahora es «Saltillo».')).toBeVisible()
})

test('keeps the draft when the server ends the session, for the same user', async () => {
  const unmount = open('one')
  await type('street', 'Zaragoza 12')
  loseSession()
  unmount()
  openSession('6', userOf({ id: 7 }))
  open('one')
  expect(read('street')).toBe('Zaragoza 12')
})

test('does not restore a draft for another user or another form', async () => {
  await typeAndReload('one')
  const close = open('another')
  expect(read('street')).toBe('')
  close()
  openSession('6', userOf({ id: 8 }))
  open('one')
  expect(read('street')).toBe('')
})

const day_ms = 24 * 60 * 60 * 1000

test('removes drafts of a day ago and drafts of another user from the browser at the sign-in', async () => {
  await typeAndReload('one')
  openSession('6', userOf({ id: 8 }))
  await vi.waitFor(() => expect(stored('drafts')).toBeNull())

  openSession('7', userOf({ id: 7 }))
  await typeAndReload('old')
  vi.setSystemTime(Date.now() + day_ms - 60_000)
  await typeAndReload('young')
  vi.setSystemTime(Date.now() + 120_000)
  openSession('8', userOf({ id: 7 }))
  await vi.waitFor(() => expect(stored('drafts')).not.toContain('old'))
  expect(Object.keys(JSON.parse(stored('drafts') ?? '').forms)).toEqual(['young'])
})

test('removes stale drafts from the browser when any form opens', async () => {
  await typeAndReload('one')
  vi.setSystemTime(Date.now() + day_ms)
  const close = open('another')
  expect(stored('drafts')).toBeNull()
  close()
})

test('removes what is no draft from the browser', () => {
  localStorage.setItem('quincena.drafts', '{"user":7')
  open('one')
  expect(stored('drafts')).toBeNull()
})

test('removes the draft when the form closes, at the logout and after a day', async () => {
  const close = open('one')
  await type('street', 'Zaragoza 12')
  close()
  expect(stored('drafts')).toBeNull()

  await typeAndReload('one')
  endSession()
  expect(stored('drafts')).toBeNull()

  openSession('6', userOf({ id: 7 }))
  await typeAndReload('one')
  vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
  open('one')
  expect(read('street')).toBe('')
})
