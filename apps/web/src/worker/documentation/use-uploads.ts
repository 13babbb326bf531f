import type { DocumentKind } from '@quincena/domain/documents/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../components/toast.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { refreshUser } from '../../lib/sign-in.ts'
import { fileProblem } from './checks.ts'
import { uploadFile } from './upload-file.ts'

export interface Upload {
  name: string
  /** 0 to 1. */
  sent: number
}

export type Uploads = Partial<Record<DocumentKind, Upload>>

const generalProblem = 'Hubo un error al subir el archivo. Asegúrate de que sea un PDF.'

function formOf(user_id: number, kind: DocumentKind, file: File): FormData {
  const form = new FormData()
  form.append('filename', kind)
  form.append('user', String(user_id))
  form.append('file', file, `${kind}.pdf`)
  return form
}

const problemOf = (error: unknown) =>
  error instanceof ApiError && error.code !== 'document.not_pdf' ? error.detail : generalProblem

/** Sends documents as they are chosen: what is on its way, and what went wrong with the last one. */
export function useUploads(user_id: number) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<Uploads>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [hasSent, setHasSent] = useState(false)
  const track = (kind: DocumentKind, upload: Upload | undefined) =>
    setUploads(({ [kind]: _, ...others }) => (upload ? { ...others, [kind]: upload } : others))

  const send = async (kind: DocumentKind, file: File) => {
    const refused = await fileProblem(file)
    if (refused !== null) return setProblem(refused)
    const { name } = file
    track(kind, { name, sent: 0 })
    try {
      await uploadFile(formOf(user_id, kind, file), (sent) => track(kind, { name, sent }))
      await client.invalidateQueries({ queryKey: ['documents'] })
      setHasSent(true)
      void refreshUser()
    } catch (error) {
      toast.error(`Error cargando el documento: ${name}`)
      setProblem(problemOf(error))
    } finally {
      track(kind, undefined)
    }
  }
  return { uploads, hasSent, problem, forgetProblem: () => setProblem(null), send }
}
