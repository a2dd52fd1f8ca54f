;; Runs inside Emacs: opens a file with eglot, edits it, and writes down what it saw.
;; Environment: PERNET_NODE, PERNET_SERVER (server.cjs), PERNET_FILE (to open), PERNET_RESULT (to write).
(package-initialize)
(require 'eglot)
(require 'json)
(load (expand-file-name "common.el" (file-name-directory load-file-name)))

(setq eglot-sync-connect t eglot-connect-timeout 60)
(add-to-list 'eglot-server-programs
             (list 'c-mode (getenv "PERNET_NODE") (getenv "PERNET_SERVER") "--stdio"))
;; compilers are not what is tried here
(remove-hook 'flymake-diagnostic-functions 'flymake-proc-legacy-flymake)
(add-hook 'c-mode-hook (lambda () (setq-local flymake-diagnostic-functions nil)))

(find-file (getenv "PERNET_FILE"))
(call-interactively #'eglot)

(defun seen-messages ()
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(defun ask (method params) (jsonrpc-request (eglot-current-server) method params))
(defun here () (eglot--TextDocumentPositionParams))
(defun document () (list :textDocument (eglot--TextDocumentIdentifier)))
(defun changed () (eglot--signal-textDocument/didChange))

(look-around)
