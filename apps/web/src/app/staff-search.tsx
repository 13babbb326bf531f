import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks'
import { SEARCH_LEAST } from '@quincena/domain/search/schema'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { errorText } from '../lib/api-error.ts'
import { useUser } from '../lib/session.ts'
import { quickSearchQuery } from './api.ts'
import { buildSearchGroups, countFound } from './search-entries.ts'
import type { LayoutCommands, SearchEntry, SearchGroup } from './search-types.ts'
import { useShortcuts } from './shortcuts.ts'
import classes from './staff-search.module.css'

const debounce_ms = 250

const optionId = (key: string) => `buscar-${key.replace(/\W/g, '-')}`

interface OptionProps {
  entry: SearchEntry
  isMarked: boolean
  onChoose: (entry: SearchEntry) => void
  onMark: (key: string) => void
}

function Option({ entry, isMarked, onChoose, onMark }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: an option of a list that the field steers
    <div
      role="option"
      id={optionId(entry.key)}
      aria-selected={isMarked}
      className={classes.option}
      ref={(element) => {
        if (isMarked) element?.scrollIntoView?.({ block: 'nearest' })
      }}
      onMouseMove={() => onMark(entry.key)}
      onClick={() => onChoose(entry)}
    >
      <span className={classes.label}>{entry.label}</span>
      <span className={classes.detail}>{entry.detail}</span>
    </div>
  )
}

interface ResultsProps extends Omit<OptionProps, 'entry' | 'isMarked'> {
  groups: readonly SearchGroup[]
  marked: string | undefined
}

function Results({ groups, marked, ...optionProps }: ResultsProps) {
  return (
    <div role="listbox" id="buscar-resultados" aria-label="Resultados" className={classes.results}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may not contain a fieldset
        <div key={title} role="group" aria-label={title}>
          <p className={classes.group} aria-hidden>
            {title}
          </p>
          {entries.map((entry) => (
            <Option key={entry.key} entry={entry} isMarked={entry.key === marked} {...optionProps} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The results for a text, the marked result, and the key handler that moves the mark and opens it. */
function useSearchResults(text: string, layout: LayoutCommands, onChoose: (entry: SearchEntry) => void) {
  const [searched] = useDebouncedValue(text.trim(), debounce_ms)
  const { data, error, isFetching } = useQuery({
    ...quickSearchQuery(searched),
    placeholderData: (previous) => (searched.length >= SEARCH_LEAST ? previous : undefined),
  })
  const { user_type } = useUser()
  const groups = buildSearchGroups({ text, user_type, layout }, data)
  const entries = groups.flatMap((group) => group.entries)
  const [chosen, setMarked] = useState<string>()
  const index = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const marked = entries[index]
  const isWaiting = isFetching || searched !== text.trim()
  // While a search runs, Enter ignores the previous results; screens and commands always match the text.
  const isAnswer = !isWaiting || /^(screen|command)/.test(marked?.key ?? '')
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setMarked(entries.at((index + step) % entries.length)?.key)
    }
    if (event.key === 'Enter' && marked && isAnswer) onChoose(marked)
  }
  return { groups, marked: marked?.key, setMarked, onKeyDown, isWaiting, error }
}

interface SearchState {
  count: number
  hasMore: boolean
  isWaiting: boolean
  error: unknown
}

function stateText({ count, hasMore, isWaiting, error }: SearchState) {
  if (error) return errorText(error)
  if (hasMore) return `Los primeros ${count} resultados`
  if (count > 0) return `${count} ${count === 1 ? 'resultado' : 'resultados'}`
  return isWaiting ? 'Buscando…' : 'Sin resultados'
}

function Palette({ onClose, ...layout }: LayoutCommands & { onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const choose = (entry: SearchEntry) => {
    onClose()
    if ('run' in entry) entry.run()
    else void navigate(entry.link)
  }
  const { groups, marked, setMarked, onKeyDown, isWaiting, error } = useSearchResults(text, layout, choose)
  const { count, hasMore } = countFound(groups)
  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Buscar"
        aria-expanded={count > 0}
        aria-controls="buscar-resultados"
        aria-autocomplete="list"
        aria-activedescendant={marked && optionId(marked)}
        placeholder="Persona, teléfono, CURP, folio, CLABE, pantalla o comando"
        size="md"
        value={text}
        maxLength={TEXT_LIMITS.search}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
      />
      <p className={classes.state} role="status">
        {stateText({ count, hasMore, isWaiting, error })}
      </p>
      <Results groups={groups} marked={marked} onChoose={choose} onMark={setMarked} />
    </>
  )
}

/** Searches users, loans, companies, STP orders, screens and commands; Ctrl K opens it on every staff screen. */
export function StaffSearch(layout: LayoutCommands) {
  const [isOpen, { open, close }] = useDisclosure(false)
  useHotkeys([['mod+K', open]], [])
  useShortcuts({ onSearch: open, onHelp: layout.onHelp })
  return (
    <>
      <UnstyledButton className={classes.button} onClick={open} aria-keyshortcuts="Control+K">
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.word}>Buscar</span>
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Buscar"
        size={620}
        yOffset="12vh"
        closeButtonProps={{ 'aria-label': 'Cerrar' }}
      >
        <Palette onClose={close} {...layout} />
      </Modal>
    </>
  )
}
