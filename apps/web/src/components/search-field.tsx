import { CloseButton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'

const hintThatFits = 36

interface SearchFieldProps {
  /** What is searched for now, as the URL says. */
  value: string
  /** Called once typing has paused. */
  onSearch: (text: string) => void
  label?: string
  placeholder?: string
  debounce_ms?: number
  /** What is wrong with a text that is not worth a search; it is said, and not searched for. */
  problemOf?: (text: string) => string | null
}

/** A search that waits for typing to pause; Escape or the cross empties it. */
export function SearchField({ value, onSearch, debounce_ms = 700, problemOf, ...words }: SearchFieldProps) {
  const { label = 'Escribe tu búsqueda', placeholder = label } = words
  const isNarrow = useMediaQuery('(width < 600px)', false, { getInitialValueInEffect: false })
  const isLong = isNarrow && placeholder.length > hintThatFits
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  const problem = problemOf?.(text.trim()) ?? null
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    if (text.trim() === value || problem !== null) return
    const timer = setTimeout(() => search(text.trim()), debounce_ms)
    return () => clearTimeout(timer)
  }, [text, value, debounce_ms, problem])
  const clear = () => {
    setText('')
    onSearch('')
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={isLong ? 'Buscar' : placeholder}
      description={isLong ? placeholder : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={text}
      error={problem}
      maxLength={100}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && clear()}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" onClick={clear} aria-label="Borrar búsqueda" />}
    />
  )
}
