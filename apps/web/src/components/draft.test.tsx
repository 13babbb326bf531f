import { MantineProvider, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { userOf } from '../../test/user.ts'
import { endSession, loseSession, openSession } from '../lib/session.ts'
import { useDraft } from './draft.ts'
import { Toasts } from './toast.tsx'

const draftText = 'Aquí está lo que escribiste antes de que terminara tu sesión.'

function Form({ name, city = 'Monterrey' }: { name: string; city?: string }) {
  const form = useForm({ initialValues: { street: '', city, password: '' } })
  useDraft(name, form)
  return (
    <>
      <TextInput label="Calle" {...form.getInputProps('street')} />
      <TextInput label="Ciudad" {...form.getInputProps('city')} />
      <TextInput label="Contraseña" {...form.getInputProps('password')} />
    </>
  )
}

function open(name: string, city?: string) {
  const { unmount } = render(
    <MantineProvider env="test">
      <Form name={name} {...(city !== undefined && { city })} />
      <Toasts />
    </MantineProvider>,
  )
  return unmount
}

const readTyped = () =>
  ['Calle', 'Ciudad', 'Contraseña'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)

async function fillAndLeave(name: string, end: () => void) {
  const close = open(name)
  await userEvent.type(screen.getByLabelText('Calle'), 'Zaragoza 12')
  await userEvent.type(screen.getByLabelText('Contraseña'), 'Secreta-1')
  end()
  close()
}

afterEach(endSession)

test('restores the fields typed before the session ended, except passwords', async () => {
  openSession('5', userOf({ id: 7 }))
  await fillAndLeave('one', loseSession)
  openSession('6', userOf({ id: 7 }))
  const close = open('one', 'Saltillo')
  expect(readTyped()).toEqual(['Zaragoza 12', 'Saltillo', ''])
  expect(screen.getByText(draftText)).toBeVisible()
  close()
  open('one')
  expect(readTyped()).toEqual(['', 'Monterrey', ''])
})

test('does not restore a draft for another user or another form', async () => {
  openSession('5', userOf({ id: 7 }))
  await fillAndLeave('one', loseSession)
  openSession('6', userOf({ id: 8 }))
  open('one')()
  openSession('7', userOf({ id: 7 }))
  open('another')
  expect(readTyped()).toEqual(['', 'Monterrey', ''])
})

test('keeps no draft when the user leaves the form or signs out', async () => {
  openSession('5', userOf({ id: 7 }))
  await fillAndLeave('left', () => undefined)
  await fillAndLeave('signed out', endSession)
  openSession('6', userOf({ id: 7 }))
  open('left')()
  open('signed out')
  expect(readTyped()).toEqual(['', 'Monterrey', ''])
})
