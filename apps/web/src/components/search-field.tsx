import { CloseButton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { smallIcon } from './small-icon.tsx'

const maxHintLength = 36

interface SearchFieldProps {
  /** The current search, from the URL. */
  value: string
  /** Called when typing has paused for `debounce_ms`. */
  onSearch: (text: string) => void
  label?: string
  placeholder?: string
  /** What the search also finds, below the field. */
  help?: string
  debounce_ms?: number
  /** The Spanish error of a text that cannot be searched; such a text is not sent. */
  problemOf?: (text: string) => string | null
}

/**
 * The typed text, which a search from elsewhere (Back, a link) replaces. The field's own searches come back later, when
 * the user may have typed on: they replace nothing.
 */
function useTypedText(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [sent, setSent] = useState<readonly string[]>([])
  if (lastValue !== value) {
    setLastValue(value)
    const place = sent.indexOf(value)
    setSent(sent.slice(place + 1))
    if (place === -1) setText(value)
  }
  const send = (search: string) => {
    setSent([...sent, search])
    onSearch(search)
  }
  return { text, setText, send }
}

/** A search field that waits for a pause in typing; Escape or the cross clears it. */
export function SearchField({ value, onSearch, debounce_ms = 700, problemOf, ...words }: SearchFieldProps) {
  const { label = 'Escribe tu búsqueda', placeholder = label, help } = words
  const isNarrow = useMediaQuery('(width < 600px)', false, { getInitialValueInEffect: false })
  const isLong = isNarrow && placeholder.length > maxHintLength
  const { text, setText, send } = useTypedText(value, onSearch)
  const problem = problemOf?.(text.trim()) ?? null
  const search = useEffectEvent(send)
  useEffect(() => {
    if (text.trim() === value || problem !== null) return
    const timer = setTimeout(() => search(text.trim()), debounce_ms)
    return () => clearTimeout(timer)
  }, [text, value, debounce_ms, problem])
  const clear = () => {
    setText('')
    send('')
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={isLong ? 'Buscar' : placeholder}
      description={[isLong && placeholder, help].filter(Boolean).join('. ') || undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={text}
      error={problem}
      maxLength={TEXT_LIMITS.search}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && clear()}
      leftSection={smallIcon(IconSearch)}
      rightSection={text !== '' && <CloseButton size="sm" onClick={clear} aria-label="Borrar búsqueda" />}
    />
  )
}
