import { Button } from '@mantine/core'
import { consent } from '@quincena/domain/legal/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { BottomSheet } from '../../components/bottom-sheet.tsx'
import { toast } from '../../components/toast.tsx'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { refreshUser, signOut } from '../../lib/sign-in.ts'
import { legalQuery, resetLegalTexts } from './api.ts'
import { ConsentBox } from './consent-box.tsx'
import { type ConsentName, rememberConsents } from './consent-memory.ts'
import classes from './consent-sheet.module.css'
import { LegalText } from './legal-text.tsx'

const givenConsents = z.object({ consents: z.array(consent) })

/** Sends the consents; where a text is newer by now, it is loaded again and `onOutdated` asks anew. */
function useGive(missing: readonly ConsentName[], onOutdated: () => void) {
  const client = useQueryClient()
  const terms = useQuery({ ...legalQuery('terms'), enabled: missing.includes('terms') }).data?.version
  const privacy = useQuery({ ...legalQuery('privacy'), enabled: missing.includes('privacy') }).data?.version
  const versions = { terms, privacy }
  const [isBusy, setIsBusy] = useState(false)
  const give = async () => {
    const consents = missing.flatMap((document) => {
      const version = versions[document]
      return version === undefined ? [] : [{ document, version }]
    })
    setIsBusy(true)
    try {
      await api.post(givenConsents, '/auth/consents', { body: { consents } })
      rememberConsents(consents)
      await refreshUser()
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
  return { give, isBusy, isReady: missing.every((name) => versions[name] !== undefined) }
}

function Ask({ missing }: { missing: readonly ConsentName[] }) {
  const [checked, setChecked] = useState<ReadonlySet<ConsentName>>(new Set())
  const [reading, setReading] = useState<ConsentName | null>(null)
  const { give, isBusy, isReady } = useGive(missing, () => setChecked(new Set()))
  if (reading !== null) {
    return (
      <>
        <LegalText document={reading} />
        <Button size="lg" variant="light" fullWidth onClick={() => setReading(null)}>
          Regresar
        </Button>
      </>
    )
  }
  const toggle = (name: ConsentName) => setChecked(checked.symmetricDifference(new Set([name])))
  return (
    <>
      <p className={classes.text}>Para usar Quincena necesitamos que leas y aceptes lo siguiente.</p>
      {missing.map((name) => (
        <ConsentBox
          key={name}
          name={name}
          checked={checked.has(name)}
          onChange={() => toggle(name)}
          onRead={() => setReading(name)}
        />
      ))}
      <Button
        className={classes.button ?? ''}
        size="lg"
        fullWidth
        disabled={!isReady || checked.size < missing.length}
        loading={isBusy}
        onClick={() => void give()}
      >
        Aceptar y continuar
      </Button>
    </>
  )
}

/** Asks a signed-in worker for the consents they have not given; leaving it is leaving the app. */
export function ConsentSheet({ missing }: { missing: readonly ConsentName[] }) {
  return (
    <BottomSheet opened={missing.length > 0} title="Antes de seguir" onClose={() => void signOut()}>
      <Ask missing={missing} />
    </BottomSheet>
  )
}
