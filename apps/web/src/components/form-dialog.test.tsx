import { MantineProvider, TextInput } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userOf } from '../../test/user.ts'
import { endSession, openSession } from '../lib/session.ts'
import { FormDialog } from './form-dialog.tsx'

interface ShortFormProps {
  isDirty?: boolean
  onSubmit: () => Promise<unknown>
  onClose: () => void
}

/** A form whose field shows an error on blur, which moves the buttons down. */
function ShortForm(props: ShortFormProps) {
  const [error, setError] = useState<string | null>(null)
  return (
    <FormDialog opened title="Nota" submitLabel="Guardar" {...props}>
      <TextInput label="Motivo" error={error} onBlur={() => setError('Escribe el motivo')} />
    </FormDialog>
  )
}

function open(isDirty = false) {
  const onSubmit = vi.fn(async () => false)
  const onClose = vi.fn()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <RouterContextProvider router={router}>
        <ShortForm isDirty={isDirty} onSubmit={onSubmit} onClose={onClose} />
      </RouterContextProvider>
    </MantineProvider>,
  )
  return { onSubmit, onClose }
}

beforeEach(() => openSession('5', userOf({ id: 7 })))
afterEach(endSession)

const clickOutside = async () => {
  const outside = document.querySelector('.mantine-Modal-overlay')
  if (outside === null) throw new Error('No dialog is open')
  await userEvent.click(outside)
}

test('a click on a button keeps the focus in the field, so that no error moves the button', async () => {
  const { onSubmit, onClose } = open()
  const field = screen.getByLabelText('Motivo')
  await userEvent.click(field)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(onSubmit).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText('Escribe el motivo')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the Tab key leaves the field, shows its error and reaches the button', async () => {
  const { onSubmit } = open()
  await userEvent.click(screen.getByLabelText('Motivo'))
  await userEvent.tab()
  expect(screen.getByText('Escribe el motivo')).toBeVisible()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Guardar' }))
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

const ways = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a click outside', clickOutside],
  ['«Cancelar»', () => userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))],
  ['the close button', () => userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))],
] as const

test.each(ways)('%s asks before typed data is lost', async (_, leave) => {
  const { onClose } = open(true)
  await userEvent.click(screen.getByLabelText('Motivo'))
  await leave()
  const question = within(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' }))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}') // closes only the question
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: '¿Salir sin guardar?' })).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  expect(question).toBeDefined()
  await leave()
  const again = within(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' }))
  await userEvent.click(again.getByRole('button', { name: 'Salir sin guardar' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each(ways)('%s closes an unchanged form at once', async (_, leave) => {
  const { onClose } = open()
  await leave()
  expect(onClose).toHaveBeenCalledOnce()
})
