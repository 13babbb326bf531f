import { situationNames } from '@quincena/domain/loans/situations'
import type { QuickSearchAnswer } from '@quincena/domain/search/schema'
import type { UserType } from '@quincena/domain/users/schema'
import { linkOptions } from '@tanstack/react-router'
import { stripAccents } from '../lib/strip-accents.ts'
import { findCommands } from './search-commands.ts'
import type { EntryLink, LayoutCommands, SearchEntry, SearchGroup } from './search-types.ts'
import { menuFor } from './staff-menu.ts'

const typeNames = { credit: 'Crédito', advance: 'Anticipo' } as const
const loanPaths = { credit: '/detalle-credito/$id', advance: '/detalle-anticipo/$id' } as const

function findScreens(text: string, user_type: UserType): SearchEntry[] {
  const searched = stripAccents(text.trim())
  return menuFor(user_type)
    .flatMap(({ title, entries }) => entries.map((entry) => ({ ...entry, title })))
    .filter(({ label }) => stripAccents(label).includes(searched))
    .map(({ to, label, title }) => ({ key: `screen${to}`, label, detail: title, link: { to } }))
}

const allEntryPrefix = 'all-'

/** The number of results shown, and whether the server found more. */
export function countFound(groups: readonly SearchGroup[]): { count: number; hasMore: boolean } {
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key))
  const count = keys.filter((key) => !key.startsWith(allEntryPrefix)).length
  return { count, hasMore: count < keys.length }
}

/** Entries that open the complete list of a kind with the same search, for kinds with more results than shown. */
function buildAllEntries({ loans, more }: QuickSearchAnswer, text: string) {
  const search = { search: text.trim() }
  const entry = (key: string, label: string, link: EntryLink): SearchEntry => ({
    key: `${allEntryPrefix}${key}`,
    label,
    detail: `que coinciden con «${search.search}»`,
    link,
  })
  const loanLists = [
    {
      type: 'credit',
      all: entry('credits', 'Ver todos los créditos', linkOptions({ to: '/creditos', search })),
    },
    {
      type: 'advance',
      all: entry('advances', 'Ver todos los anticipos', linkOptions({ to: '/anticipos', search })),
    },
  ]
  const all = {
    people: [entry('people', 'Ver todas las personas', linkOptions({ to: '/usuarios', search }))],
    loans: loanLists.filter(({ type }) => loans.some((loan) => loan.type === type)).map((list) => list.all),
    companies: [entry('companies', 'Ver todas las empresas', linkOptions({ to: '/empresas', search }))],
    orders: [entry('orders', 'Ver todas las órdenes', linkOptions({ to: '/stp', search }))],
  }
  return (kind: (typeof more)[number]) => (more.includes(kind) ? all[kind] : [])
}

function buildResultGroups(answer: QuickSearchAnswer, text: string): SearchGroup[] {
  const { people, loans, companies, orders } = answer
  const rest = buildAllEntries(answer, text)
  return [
    {
      title: 'Personas',
      entries: [
        ...people.map(({ id, name, email, company_name }) => ({
          key: `person${id}`,
          label: name,
          detail: [company_name, email].filter(Boolean).join(' · '),
          link: linkOptions({ to: '/usuarios', search: { ver: id } }),
        })),
        ...rest('people'),
      ],
    },
    {
      title: 'Solicitudes',
      entries: [
        ...loans.map(({ id, type, folio, situation, name }) => ({
          key: `loan${id}`,
          label: folio,
          detail: `${typeNames[type]} · ${name} · ${situationNames[situation]}`,
          link: linkOptions({ to: loanPaths[type], params: { id } }),
        })),
        ...rest('loans'),
      ],
    },
    {
      title: 'Empresas',
      entries: [
        ...companies.map(({ id, key, name }) => ({
          key: `company${id}`,
          label: name,
          detail: key,
          link: linkOptions({ to: '/empresas', search: { ver: id } }),
        })),
        ...rest('companies'),
      ],
    },
    {
      title: 'Órdenes STP',
      entries: [
        ...orders.map(({ id, tracking_key, folio }) => ({
          key: `order${id}`,
          label: tracking_key,
          detail: folio,
          link: linkOptions({ to: '/stp', search: { order: id } }),
        })),
        ...rest('orders'),
      ],
    },
  ]
}

interface SearchInput {
  text: string
  /** The user's type, which decides the screens and commands that are offered. */
  user_type: UserType
  layout: LayoutCommands
}

/** Menu screens and commands whose label contains the text, then the server's results; groups without entries are left out. */
export function buildSearchGroups(
  { text, user_type, layout }: SearchInput,
  answer: QuickSearchAnswer | undefined,
): SearchGroup[] {
  const screens = { title: 'Pantallas', entries: findScreens(text, user_type) }
  const commands = findCommands(text, user_type, layout)
  return [screens, commands, ...(answer === undefined ? [] : buildResultGroups(answer, text))].filter(
    ({ entries }) => entries.length > 0,
  )
}
