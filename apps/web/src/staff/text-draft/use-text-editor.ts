import { checkText } from '@quincena/domain/texts/check'
import { type TextContent, type TextDocumentName, textContent } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import { useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useDraft } from '../../components/draft.ts'
import { toast } from '../../components/toast.tsx'
import { errorText, fieldErrors } from '../../lib/api-error.ts'
import { isStale, mergedText } from '../../lib/merge-edits.ts'
import { useSaveDraft } from '../text/api.ts'
import { type Base, noContent } from './base.ts'
import { applyEdit, type Edit, editingOf, type StoredText, storedOf } from './editing.ts'
import { mergeTexts } from './merge-texts.ts'

const isSame = (one: StoredText, other: StoredText) => JSON.stringify(one) === JSON.stringify(other)

/** The text in the form of the fields: equal texts give equal JSON. */
const sameForm = (stored: StoredText, has_categories: boolean) => storedOf(editingOf(stored), has_categories)

function parseContent(text: string): TextContent {
  try {
    return textContent.parse(JSON.parse(text))
  } catch {
    return noContent
  }
}

type Texts = Record<string, string>

/** The texts at each place: what another admin changed there, the server's refusal, and what is wrong with the typed text. */
function useProblems(document: TextDocumentName, content: TextContent) {
  const [clashes, setClashes] = useState<Texts>({})
  const [refused, setRefused] = useState<Texts>({})
  const checked = useDeferredValue(content)
  const problems = useMemo(() => {
    const own = checkText(document, checked).map(({ place, message }) => [place, message] as const)
    const byPlace = new Map<string, string>()
    for (const [place, message] of [...Object.entries(clashes), ...Object.entries(refused), ...own])
      byPlace.set(place, [byPlace.get(place), message].filter(Boolean).join(' '))
    return byPlace
  }, [document, checked, clashes, refused])
  const isRestructured = clashes.sections !== undefined
  return { problems, isRestructured, setClashes, setRefused }
}

/** State of the draft's editor: fields, problems, what was not saved, and the merge with what other admins save. */
export function useTextEditor(document: TextDocumentName, fresh: Base) {
  const { has_categories } = textDocuments[document]
  const [base, setBase] = useState(fresh)
  const [editing, dispatch] = useReducer(applyEdit, base, (stored) => editingOf(stored))
  const [notice, setNotice] = useState<string | null>(null)
  const isSaving = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const { mutateAsync } = useSaveDraft(document)

  const stored = useMemo(() => storedOf(editing, has_categories), [editing, has_categories])
  const { problems, isRestructured, setClashes, setRefused } = useProblems(document, stored.content)
  const before = useMemo(() => sameForm(base, has_categories), [base, has_categories])
  const isDirty = useMemo(() => !isSame(stored, before), [stored, before])

  const edit = (change: Edit) => {
    setRefused({})
    dispatch(change)
  }
  const load = (next: StoredText) => dispatch({ kind: 'load', stored: next })
  const reset = () => {
    load(base)
    setClashes({})
    setRefused({})
    setNotice(null)
  }
  const draft = useKeptText({ document, before, stored, isBusy, isDirty, load, reset, setNotice })

  useEffect(() => {
    if (isSaving.current) return
    if (fresh.version === base.version && isSame(sameForm(fresh, has_categories), before)) return
    // Another admin saved or removed the draft meanwhile; what is typed stays.
    const merged = mergeTexts({ initial: base, typed: stored, fresh })
    setBase(fresh)
    load(merged.text)
    setClashes(merged.clashes)
    setRefused({})
    if (isDirty) setNotice(`Otra persona guardó este texto. ${mergedText}`)
  })

  /** Saves what is typed; resolves to true if it was saved. */
  const save = async () => {
    if (isSaving.current || checkText(document, stored.content).length > 0) return false
    isSaving.current = true
    setIsBusy(true)
    try {
      const saved = await mutateAsync({ ...stored.content, summary: stored.summary, version: base.version })
      setBase(saved)
      setClashes({})
      setNotice(null)
      toast.success('Borrador guardado.')
      return true
    } catch (error) {
      if (!isStale(error)) toast.error(errorText(error))
      setRefused(fieldErrors(error))
      return false
    } finally {
      isSaving.current = false
      setIsBusy(false)
    }
  }
  return { editing, stored, problems, isRestructured, isDirty, isBusy, notice, draft, edit, reset, save }
}

interface KeptText {
  document: string
  before: StoredText
  stored: StoredText
  isBusy: boolean
  isDirty: boolean
  load: (stored: StoredText) => void
  reset: () => void
  setNotice: (text: string) => void
}

/** The draft's values in the browser: one for the text, which has no fixed fields. */
type Kept = { content: string; summary: string }

const valuesOf = ({ content, summary }: StoredText): Kept => ({ content: JSON.stringify(content), summary })

/** Keeps what is typed in this browser, as the forms do. */
function useKeptText({ document, before, stored, isBusy, isDirty, load, reset, setNotice }: KeptText) {
  const values = useMemo(() => valuesOf(stored), [stored])
  return useDraft<Kept>(`text ${document}`, {
    values,
    submitting: isBusy,
    getValues: () => values,
    getInitialValues: () => valuesOf(before),
    isDirty: () => isDirty,
    reset,
    setValues: (typed) => {
      const { content, summary } = { ...values, ...(typeof typed === 'function' ? {} : typed) }
      load({ content: parseContent(content), summary })
    },
    setErrors: (errors) => {
      if (Object.keys(errors).length > 0)
        setNotice('Otra persona guardó este texto después de que lo escribiste. Compara antes de guardar.')
    },
  })
}
