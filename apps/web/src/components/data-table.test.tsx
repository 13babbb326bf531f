import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import { rangeText } from './data-table-foot.tsx'
import { nextOrdering } from './data-table-types.ts'

const rows = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Beto' },
]
const columns = [
  { key: 'name', header: 'Usuario', sortable: true, render: ({ name }: { name: string }) => name },
]

const draw = (table: React.ReactNode) => render(<MantineProvider env="test">{table}</MantineProvider>)

test('a click and Enter open a row, arrow keys move between rows [B2.24]', async () => {
  const onOpen = vi.fn()
  draw(<DataTable label="Usuarios" columns={columns} rows={rows} onOpen={onOpen} />)
  await userEvent.click(screen.getByText('Ana'))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onOpen.mock.calls).toEqual([[rows[0]], [rows[1]]])
})

test('a click on a row’s action does not open the row', async () => {
  const [onOpen, onSelect] = [vi.fn(), vi.fn()]
  const actions = [{ label: 'Eliminar', onSelect }]
  draw(<DataTable label="Usuarios" columns={columns} rows={rows} onOpen={onOpen} actions={actions} />)
  await userEvent.click(screen.getAllByRole('button', { name: 'Acciones' })[0] ?? document.body)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  expect(onSelect).toHaveBeenCalledWith(rows[0])
  expect(onOpen).not.toHaveBeenCalled()
})

test('clicks on a header order ascending, descending, then by default [B2.24]', async () => {
  const onOrdering = vi.fn()
  draw(<DataTable label="Usuarios" columns={columns} rows={rows} ordering="-name" onOrdering={onOrdering} />)
  expect(screen.getByRole('columnheader', { name: 'Usuario' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Usuario' }))
  expect(onOrdering).toHaveBeenCalledWith(undefined)
  expect(nextOrdering(undefined, 'name')).toBe('name')
  expect(nextOrdering('name', 'name')).toBe('-name')
})

test('shows an empty list or the error [B2.24]', () => {
  const { rerender } = draw(<DataTable label="Usuarios" columns={columns} rows={[]} />)
  expect(screen.getByText('Aún no hay registros para mostrar')).toBeVisible()
  const failed = (
    <DataTable<(typeof rows)[number]>
      label="Usuarios"
      columns={columns}
      rows={undefined}
      error={new Error('x')}
      errorTitle="Error al obtener los usuarios."
    />
  )
  rerender(<MantineProvider env="test">{failed}</MantineProvider>)
  expect(screen.getByRole('alert')).toHaveTextContent('Error al obtener los usuarios.')
})

test.each([
  [{ page: 2, pageSize: 20, count: 1204 }, '21–40 de 1,204'],
  [{ page: 61, pageSize: 20, count: 1204 }, '1,201–1,204 de 1,204'],
  [{ page: 1, pageSize: 20, count: 0 }, 'Sin registros'],
])('formats the range of %j as %s', (paging, text) => {
  expect(rangeText(paging)).toBe(text)
})
