import { Button, Select } from '@mantine/core'
import { auditActions, auditSubjects } from '@quincena/domain/audit/words'
import { IconFilterOff } from '@tabler/icons-react'
import { DayFilter } from '../../components/date-field.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { isFiltered, type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import classes from './audit-page.module.css'
import { PersonSelect } from './person-select.tsx'
import type { AuditSearch } from './search.ts'

const byLabel = (one: { label: string }, other: { label: string }) =>
  one.label.localeCompare(other.label, 'es')
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([value, label]) => ({ value, label }))
    .sort(byLabel)
const actions = optionsOf(auditActions)
const subjects = optionsOf(auditSubjects)

const searchDebounce_ms = 500
const hint = 'Persona, folio, empresa o clave de rastreo'

type AuditFiltersProps = ListProps<AuditSearch>

function Days({ search: { from, to }, onSearch }: AuditFiltersProps) {
  const isBackwards = from !== undefined && to !== undefined && from > to
  return (
    <div className={classes.days}>
      <DayFilter label="Desde" day={from} onDay={(day) => onSearch({ from: day })} />
      <DayFilter
        label="Hasta"
        day={to}
        error={isBackwards ? 'Es anterior a «Desde»' : undefined}
        onDay={(day) => onSearch({ to: day })}
      />
    </div>
  )
}

const nothing: AuditSearch = {
  ...{ user: undefined, action: undefined, subject: undefined, subject_id: undefined },
  ...{ from: undefined, to: undefined, search: undefined },
}

/** Filters the audit trail by person, action, subject, days and text. The URL keeps every filter. */
export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  return (
    <div className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          {...searchFieldOf({ search, onSearch })}
          placeholder={hint}
          debounce_ms={searchDebounce_ms}
        />
      </div>
      <PersonSelect key={search.user} value={search.user} onChange={(user) => onSearch({ user })} />
      <Select
        label="Acción"
        placeholder="Todas"
        data={actions}
        value={search.action ?? null}
        onChange={(action) => onSearch({ action: action ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Quitar filtro de acción' }}
        nothingFoundMessage="Ninguna acción coincide"
      />
      <Select
        label="Sobre"
        placeholder="Todo"
        data={subjects}
        value={search.subject ?? null}
        onChange={(subject) => onSearch({ subject: subject ?? undefined, subject_id: undefined })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Quitar filtro de sobre qué' }}
        nothingFoundMessage="Nada coincide"
      />
      <Days search={search} onSearch={onSearch} />
      {isFiltered(search, nothing) && (
        <Button variant="subtle" leftSection={smallIcon(IconFilterOff)} onClick={() => onSearch(nothing)}>
          Quitar filtros
        </Button>
      )}
    </div>
  )
}
