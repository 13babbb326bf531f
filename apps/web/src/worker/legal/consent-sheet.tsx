import { Button } from '@mantine/core'
import type { ConsentInput } from '@quincena/domain/legal/consent'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BottomSheet } from '../../components/bottom-sheet.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { toast } from '../../components/toast.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { productName } from '../../lib/brand.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { refreshUser, signOut } from '../../lib/sign-in.ts'
import { giveConsents, legalQuery, resetLegalTexts } from './api.ts'
import { ConsentBox } from './consent-box.tsx'
import { ConsentChanges } from './consent-changes.tsx'
import { type ConsentName, rememberConsents } from './consent-memory.ts'
import classes from './consent-sheet.module.css'
import { LegalText } from './legal-text.tsx'

/** The missing texts with their version in force, as far as they have loaded. */
function useTexts(missing: readonly ConsentName[]) {
  const terms = useQuery({ ...legalQuery('terms'), enabled: missing.includes('terms') })
  const privacy = useQuery({ ...legalQuery('privacy'), enabled: missing.includes('privacy') })
  const queries = { terms, privacy }
  return missing.map((name) => ({ name, query: queries[name], version: queries[name].data?.version }))
}

/** A tick belongs to one version: a text that changes under it is ticked again. */
const tickOf = (name: ConsentName, version: string | undefined) => `${name}=${version}`

/** Sends the consents. On `legal.version_outdated` it calls `onOutdated` and loads the texts again. */
function useGiveConsents(onOutdated: () => void) {
  const client = useQueryClient()
  const refresh = useRefresh('consent')
  const [isBusy, setIsBusy] = useState(false)
  const sendConsents = async (consents: readonly ConsentInput[]) => {
    setIsBusy(true)
    try {
      await giveConsents(consents)
      rememberConsents(consents)
      await Promise.all([refreshUser(), refresh()])
    } catch (error) {
      toast.error(error)
      if (error instanceof ApiError && error.code === 'legal.version_outdated') {
        onOutdated()
        await resetLegalTexts(client)
      }
    } finally {
      setIsBusy(false)
    }
  }
  return { sendConsents, isBusy }
}

interface MissingConsentsProps {
  missing: readonly ConsentName[]
  /** Ticks of the texts, each with its version. */
  checked: ReadonlySet<string>
  onCheck: (checked: ReadonlySet<string>) => void
  onRead: (name: ConsentName) => void
}

function MissingConsents({ missing, checked, onCheck, onRead }: MissingConsentsProps) {
  const texts = useTexts(missing)
  const { sendConsents, isBusy } = useGiveConsents(() => onCheck(new Set()))
  const toggle = (tick: string) => onCheck(checked.symmetricDifference(new Set([tick])))
  const accepted = texts.flatMap(({ name, version }) =>
    version !== undefined && checked.has(tickOf(name, version)) ? [{ document: name, version }] : [],
  )
  return (
    <>
      {/* The first focus: what changed comes before the checkboxes. */}
      <p className={classes.text} tabIndex={-1} data-autofocus>
        Para usar {productName()} necesitamos que leas y aceptes lo siguiente. Lo que ya hiciste en la
        pantalla se conserva.
      </p>
      {texts.map(({ name, query, version }) => (
        <div key={name}>
          {version === undefined ? (
            <LoadState query={query} title="No pudimos traer el texto" lines={4} />
          ) : (
            <ConsentChanges name={name} in_force={version} />
          )}
          <ConsentBox
            name={name}
            checked={checked.has(tickOf(name, version))}
            disabled={version === undefined}
            onChange={() => toggle(tickOf(name, version))}
            onRead={() => onRead(name)}
          />
        </div>
      ))}
      <div className={classes.foot}>
        <Button
          size="lg"
          fullWidth
          disabled={accepted.length < missing.length}
          loading={isBusy}
          onClick={() => void sendConsents(accepted)}
        >
          Aceptar y continuar
        </Button>
      </div>
    </>
  )
}

/** Moves the focus to the content that replaced the checkboxes, for keyboards and screen readers. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

function Read({ name, onBack }: { name: ConsentName; onBack: () => void }) {
  return (
    <div ref={takeFocus} tabIndex={-1}>
      <LegalText document={name} />
      <Button size="lg" variant="light" fullWidth onClick={onBack}>
        Regresar
      </Button>
    </div>
  )
}

function Leave({ onBack }: { onBack: () => void }) {
  return (
    <div ref={takeFocus} tabIndex={-1}>
      <p className={classes.text}>
        Sin aceptarlos no puedes usar {productName()}. Si sales, se pierde lo que no has enviado, también tu
        firma.
      </p>
      <Button className={classes.button ?? ''} size="lg" fullWidth onClick={onBack}>
        Volver a los textos
      </Button>
      <Button size="lg" variant="subtle" color="red" fullWidth onClick={() => void signOut()}>
        Salir sin aceptar
      </Button>
    </div>
  )
}

/**
 * Asks a signed-in worker for the missing consents. Closing a text goes back to the checkboxes. Closing the checkboxes
 * asks for a confirmation before it signs out, because signing out loses unsent input.
 */
export function ConsentSheet({ missing }: { missing: readonly ConsentName[] }) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [view, setView] = useState<'ask' | 'leave' | ConsentName>('ask')
  const goBack = () => setView('ask')
  return (
    <BottomSheet
      opened={missing.length > 0}
      title={view === 'leave' ? '¿Salir sin aceptar?' : 'Antes de seguir'}
      onClose={view === 'ask' ? () => setView('leave') : goBack}
    >
      {view === 'ask' && (
        <MissingConsents missing={missing} checked={checked} onCheck={setChecked} onRead={setView} />
      )}
      {view === 'leave' && <Leave onBack={goBack} />}
      {view !== 'ask' && view !== 'leave' && <Read name={view} onBack={goBack} />}
    </BottomSheet>
  )
}
