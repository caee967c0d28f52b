// Generates src/live/protocol.ts from protocol.json, the output of `python -m tablewright.server.protocol.schema`.
// tests/page/test_protocol.py fails if either file is behind the server's types.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const text = readFileSync('protocol.json', 'utf8')
const hash = createHash('sha256').update(text).digest('hex')
const bannerComment = `// Made by \`npm run protocol\` from protocol.json, SHA-256 ${hash}.`
writeFileSync(
  'src/live/protocol.ts',
  await compile(JSON.parse(text), 'Wire', { bannerComment, unreachableDefinitions: true }),
)
