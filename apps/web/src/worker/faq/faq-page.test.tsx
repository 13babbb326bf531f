import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { faqText, questions } from '../../../test/faq.ts'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp } from '../../../test/worker-screen.tsx'
import { NotFoundDrawing } from '../../components/error-drawings.tsx'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('§2 FAQ: shows every question with its category and opens its answer on a tap [E2.63 E3.5]', async () => {
  answerWith({ 'GET /legal/faq': faqText })
  openWorkerApp('/app/faq')
  expect(questions.length).toBeGreaterThanOrEqual(4)
  for (const { category, question, answer } of questions) {
    const group = within(await screen.findByRole('region', { name: category }))
    const item = group.getByRole('button', { name: question })
    expect(item.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(item)
    expect(item.getAttribute('aria-expanded')).toBe('true')
    const text = answer.replaceAll(/\s+/g, ' ')
    await waitFor(() => expect(screen.getByText(text)).toBeVisible())
  }
})

test('§2 FAQ: filters, counts, marks and opens matches at each keystroke, and links to support if none [E2.63]', async () => {
  answerWith({ 'GET /legal/faq': faqText })
  openWorkerApp('/app/faq')
  const input = await screen.findByRole('searchbox', { name: 'Busca en las preguntas' })
  const shown = () =>
    questions.filter(({ question }) =>
      screen.queryByRole('button', { name: (text) => text.endsWith(question) }),
    )
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await userEvent.type(input, 'HIPOTECA')
  expect(screen.queryAllByRole('button', { name: /\?$/ })).toEqual([])
  expect(said()).toContain('Ninguna pregunta')
  const nothing = screen.getByText('No encontramos esa pregunta').parentElement
  const magnifier = render(<NotFoundDrawing />).container.innerHTML
  expect(nothing?.querySelector('svg')?.outerHTML).toBe(magnifier)
  const help = screen.getByRole('link', { name: 'Ir a ayuda y soporte' })
  expect(help.getAttribute('href')).toMatch(/\/app\/help-support$/)

  await userEvent.keyboard('{Escape}')
  expect(shown()).toHaveLength(questions.length)
  expect(said()).toContain('')
  await userEvent.keyboard('cedula')
  expect(shown().map(({ category }) => category)).toEqual(['Documentos'])
  expect(said()).toContain('1 pregunta')
  expect(screen.getByRole('button', { name: /necesito/ }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('Cédula').tagName).toBe('MARK')
  await userEvent.click(screen.getByRole('button', { name: 'Borrar búsqueda' }))
  expect(shown()).toHaveLength(questions.length)
  expect(document.activeElement).toBe(input)
})

test('§2 FAQ: shows the copy on the device without a network, and asks again when there is none', async () => {
  answerWith({ 'GET /legal/faq': faqText })
  openWorkerApp('/app/faq')
  expect(await screen.findByRole('button', { name: /¿Qué es el CAT\?$/ })).toBeVisible()
  cleanup()

  const failure = buildRefusal(503, 'unexpected', 'No hay conexión.')
  answerWith({ 'GET /legal/faq': failure })
  openWorkerApp('/app/faq')
  expect(await screen.findByRole('button', { name: /¿Qué es el CAT\?$/ })).toBeVisible()
  cleanup()

  localStorage.removeItem('quincena.faq')
  openWorkerApp('/app/faq')
  expect(await screen.findByText('No pudimos traer las preguntas')).toBeVisible()
  answerWith({ 'GET /legal/faq': faqText })
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: /¿Qué es el CAT\?$/ })).toBeVisible()
})
