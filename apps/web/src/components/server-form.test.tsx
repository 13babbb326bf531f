import { Button, MantineProvider, PasswordInput, TextInput } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, networkError } from '../lib/api-error.ts'
import { explainByToast, useServerForm } from './server-form.ts'
import { toast } from './toast.tsx'

const schema = z.object({
  name: z.string().trim().min(1, 'Escribe el nombre'),
  months: z
    .string()
    .regex(/^[0-9]+$/, 'Solo números')
    .transform(Number),
  password: z.string(),
})
type Body = z.output<typeof schema>

function Form({ send, hasMonths = true }: { send: (body: Body) => unknown; hasMonths?: boolean }) {
  const { form, refusal, submit } = useServerForm({
    schema,
    initial: { name: '', months: '', password: '' },
    validateOn: 'blur',
    send,
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextInput label="Nombre" {...form.getInputProps('name')} />
      {hasMonths && <TextInput label="Meses" {...form.getInputProps('months')} />}
      <PasswordInput label="Contraseña" {...form.getInputProps('password')} />
      {refusal !== null && <p>{refusal}</p>}
      <Button type="submit" disabled={form.submitting}>
        Guardar
      </Button>
    </form>
  )
}

const open = (send: (body: Body) => unknown) =>
  render(
    <MantineProvider env="test">
      <Form send={send} />
    </MantineProvider>,
  )

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }))

async function fill() {
  await userEvent.type(field('Nombre'), ' Ana ')
  await userEvent.type(field('Meses'), '6')
}

const refusal = (errors: Record<string, string[]>) =>
  new ApiError({ status: 422, code: 'request.invalid', detail: 'Revisa los datos.', errors })

test('an invalid form shows the schema’s errors, focuses the first wrong field and sends nothing', async () => {
  const send = vi.fn()
  open(send)
  await userEvent.type(field('Nombre'), 'Ana')
  await userEvent.type(field('Meses'), 'seis')
  await save()
  await vi.waitFor(() => expect(document.activeElement).toBe(field('Meses')))
  expect(screen.getByText('Solo números')).toBeVisible()
  expect(send).not.toHaveBeenCalled()
})

test('an invalid form focuses its own field when another form has the same fields', async () => {
  render(
    <MantineProvider env="test">
      <Form send={vi.fn()} />
      <section aria-label="Otro formulario">
        <Form send={vi.fn()} />
      </section>
    </MantineProvider>,
  )
  const other = within(screen.getByRole('region', { name: 'Otro formulario' }))
  await userEvent.click(other.getByRole('button', { name: 'Guardar' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(other.getByLabelText('Nombre')))
})

test('an invalid field that the form does not show shows its error as the refusal', async () => {
  const send = vi.fn()
  render(
    <MantineProvider env="test">
      <Form send={send} hasMonths={false} />
    </MantineProvider>,
  )
  await userEvent.type(field('Nombre'), 'Ana')
  await save()
  expect(await screen.findByText('Solo números')).toBeVisible()
  expect(send).not.toHaveBeenCalled()
})

test('a valid form sends the decoded body', async () => {
  const send = vi.fn()
  open(send)
  await fill()
  await save()
  expect(send.mock.calls[0]?.[0]).toEqual({ name: 'Ana', months: 6, password: '' })
})

test('a field error of the server stays at its focused field until the value changes', async () => {
  open(() => Promise.reject(refusal({ password: ['Muy débil.', 'Sin números.'], other: ['No se ve'] })))
  await fill()
  await userEvent.type(field('Contraseña'), 'abc')
  await save()
  await vi.waitFor(() => expect(document.activeElement).toBe(field('Contraseña')))
  expect(field('Contraseña').getAttribute('aria-invalid')).toBe('true')
  await userEvent.tab()
  expect(screen.getByText('Muy débil. Sin números.')).toBeVisible()
  expect(screen.queryByText('Revisa los datos.')).toBeNull()
  await userEvent.type(field('Contraseña'), 'd')
  await userEvent.tab()
  expect(screen.queryByText('Muy débil. Sin números.')).toBeNull()
})

test('an error without a field of the form shows its text and keeps the typed values', async () => {
  const send = vi.fn()
  send.mockRejectedValueOnce(networkError()).mockRejectedValueOnce(refusal({ company: ['No existe.'] }))
  open(send)
  await fill()
  await save()
  expect(await screen.findByText(/^No hay conexión/)).toBeVisible()
  expect(field('Nombre').value).toBe(' Ana ')
  await save()
  expect(await screen.findByText('No existe.')).toBeVisible()
  await save()
  expect(screen.queryByText('No existe.')).toBeNull()
})

test('explainByToast shows the texts of refused fields that the form does not have, else the error’s text', () => {
  const showError = vi.spyOn(toast, 'error').mockReturnValue()
  const explain = (error: ApiError) => explainByToast({ error, errors: {}, isAtFields: false })
  explain(refusal({ version: ['Falta la versión.'] }))
  explain(networkError())
  explainByToast({
    error: refusal({ name: ['Ya existe.'] }),
    errors: { name: 'Ya existe.' },
    isAtFields: true,
  })
  expect(showError.mock.calls).toEqual([['Falta la versión.'], [networkError().detail]])
})

test('a second submit during the first one sends nothing', async () => {
  const answer = Promise.withResolvers<void>()
  const send = vi.fn(() => answer.promise)
  open(send)
  await fill()
  await userEvent.dblClick(screen.getByRole('button', { name: 'Guardar' }))
  await userEvent.type(field('Nombre'), '{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
  answer.resolve()
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(false),
  )
  await save()
  expect(send).toHaveBeenCalledTimes(2)
})
