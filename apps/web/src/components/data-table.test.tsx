import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import { rangeText } from './data-table-foot.tsx'
import { nextOrdering } from './data-table-types.ts'
import { useHrefOf } from './row-link.tsx'

const rows = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Beto' },
]
const columns = [
  { key: 'name', header: 'Usuario', sortable: true, render: ({ name }: { name: string }) => name },
]

const draw = (table: React.ReactNode) => render(<MantineProvider env="test">{table}</MantineProvider>)

const company = { key: 'company', header: 'Empresa', render: ({ id }: { id: number }) => `Empresa ${id}` }
const actions = [{ label: 'Eliminar', onSelect: vi.fn() }]

/** Renders a table whose rows are links; returns the addresses that were opened. */
async function drawLinks() {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <MantineProvider env="test">
          <main>
            <DataTable
              label="Usuarios"
              columns={[...columns, company]}
              rows={rows}
              linkOf={({ id }) => ({ to: '/usuarios', search: { ver: id } })}
              actions={actions}
            />
          </main>
        </MantineProvider>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/usuarios'] }),
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('link', { name: 'Ana' })
  return { opened: () => router.state.location.href }
}

test('each row is a link; a click beside it and Enter open it, arrow keys move between rows [B2.24]', async () => {
  const { opened } = await drawLinks()
  expect(screen.getByRole('link', { name: 'Beto' })).toHaveAttribute('href', '/usuarios?ver=2')
  await userEvent.click(screen.getByText('Empresa 1'))
  await vi.waitFor(() => expect(opened()).toBe('/usuarios?ver=1'))
  screen.getByRole('link', { name: 'Ana' }).focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await vi.waitFor(() => expect(opened()).toBe('/usuarios?ver=2'))
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(screen.getByRole('link', { name: 'Ana' })).toHaveFocus()
})

test.each([
  { to: '/detalle-credito/$id', params: { id: 12 } },
  { to: '/conciliacion/$day', params: { day: '2026-11-20' } },
  { to: '/stp', search: { order: 5, state: 'D', needs_review: true, page: undefined } },
  { to: '/usuarios', search: { ver: 3, search: 'Ñandú & 5512 «x»', company: '7' } },
] as const)('a row has the address that the router gives %j', async (target) => {
  let hrefOf: ReturnType<typeof useHrefOf> | undefined
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => {
        hrefOf = useHrefOf()
        return <p>listo</p>
      },
    }),
    history: createMemoryHistory(),
  })
  render(<RouterProvider router={router} />)
  await screen.findByText('listo')
  expect(hrefOf?.(target)).toBe(router.buildLocation(target as never).publicHref)
})

test('a row acts on the screen as it is now, though it does not render again', async () => {
  const seen: string[] = []
  const drawName = vi.fn(({ name }: { name: string }) => name)
  const same = [{ key: 'name', header: 'Usuario', render: drawName }]
  const table = (state: string) => (
    <MantineProvider env="test">
      <DataTable
        label="Usuarios"
        columns={same}
        rows={rows}
        actions={[{ label: 'Eliminar', onSelect: ({ name }) => seen.push(`${state} ${name}`) }]}
      />
    </MantineProvider>
  )
  const { rerender } = render(table('before'))
  expect(drawName).toHaveBeenCalledTimes(2)
  rerender(table('after'))
  expect(drawName).toHaveBeenCalledTimes(2)
  await userEvent.click(screen.getAllByRole('button', { name: 'Acciones' })[1] ?? document.body)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  expect(seen).toEqual(['after Beto'])
})

test('the menu of a row opens by keyboard and gives the focus back', async () => {
  draw(<DataTable label="Usuarios" columns={columns} rows={rows} actions={actions} />)
  const [button] = screen.getAllByRole('button', { name: 'Acciones' })
  button?.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Eliminar' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(screen.getAllByRole('button', { name: 'Acciones' })[0]).toHaveFocus()
})

test('a click with Ctrl or the middle button is left to the browser, which opens a tab', async () => {
  const { opened } = await drawLinks()
  const link = screen.getByRole('link', { name: 'Ana' })
  const clicks: boolean[] = []
  link.addEventListener('click', (event) => {
    clicks.push(event.ctrlKey)
  })
  fireEvent.click(screen.getByText('Empresa 1'), { ctrlKey: true })
  fireEvent(
    screen.getByText('Empresa 1'),
    new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }),
  )
  expect(clicks).toEqual([true, true])
  expect(opened()).toBe('/usuarios')
})

test('a click on a row’s action does not open the row', async () => {
  const { opened } = await drawLinks()
  await userEvent.click(screen.getAllByRole('button', { name: 'Acciones' })[0] ?? document.body)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
  expect(actions[0]?.onSelect).toHaveBeenCalledWith(rows[0])
  expect(opened()).toBe('/usuarios')
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

test('a column with two fields is ordered by either, and its menu entry names both', async () => {
  const onOrdering = vi.fn()
  const due = {
    ...company,
    header: 'Vence',
    sortable: true,
    second: { key: 'days', header: 'Días de atraso' },
  }
  const paging = { page: 1, pageSize: 20, count: 2, onPage: vi.fn() }
  const table = { label: 'Créditos', columns: [...columns, due], rows, paging, onOrdering }
  draw(<DataTable {...table} ordering="-days" />)
  const header = screen.getByRole('columnheader', { name: 'Vence Días de atraso' })
  expect(header.getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Vence' }))
  await userEvent.click(screen.getByRole('button', { name: 'Días de atraso' }))
  expect(onOrdering.mock.calls).toEqual([['company'], [undefined]])
  await userEvent.click(screen.getByRole('button', { name: 'Columnas y filas' }))
  expect(await screen.findByRole('checkbox', { name: 'Vence y días de atraso' })).toBeChecked()
})

test('hides columns but the first and makes rows compact; both stay on this device', async () => {
  const paging = { page: 1, pageSize: 20, count: 2, onPage: vi.fn() }
  const table = <DataTable label="Usuarios" columns={[...columns, company]} rows={rows} paging={paging} />
  const { unmount } = draw(table)
  await userEvent.click(screen.getByRole('button', { name: 'Columnas y filas' }))
  expect(screen.queryByRole('checkbox', { name: 'Usuario' })).toBeNull()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Empresa' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Filas compactas' }))
  unmount()

  const { container } = draw(table)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Usuario'])
  expect(container.querySelector('[data-compact=true]')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Columnas y filas · 1 sin mostrar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mostrar todas' }))
  expect(screen.getByRole('columnheader', { name: 'Empresa' })).toBeVisible()
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
  [{ page: 1, pageSize: 20, count: 0 }, ''],
  [{ page: 2, pageSize: 20, count: 10_000, isCapped: true }, '21–40 de más de 10,000'],
])('formats the range of %j as %s', (paging, text) => {
  expect(rangeText(paging)).toBe(text)
})
