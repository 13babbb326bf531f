import { serializerCompiler as compileByZod } from 'fastify-type-provider-zod'
import { serializerCompiler } from '../src/http/answer-compiler.ts'

/**
 * Serialises every answer of the tests twice, by the compiled schema and by zod, which checks formats and limits too.
 * Throws if the texts differ.
 */
export const compileChecked: typeof serializerCompiler = (route) => {
  const [compiled, checked] = [serializerCompiler(route), compileByZod(route)]
  return (answer) => {
    const text = checked(answer)
    if (compiled(answer) === text) return text
    throw new Error(`${route.method} ${route.url}: the compiled answer differs from zod's`)
  }
}
