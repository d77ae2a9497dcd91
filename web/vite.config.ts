// How the single-page UI is built into web/dist, which the server serves. It needs no network.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy of the server allows scripts from files only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  // `npm run -w web dev` beside a running server.
  server: { proxy: { '/api': process.env.ASSAY_SERVER ?? 'http://localhost:8888' } },
});
