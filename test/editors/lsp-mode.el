;; As eglot.el, with lsp-mode.
(package-initialize)
(require 'lsp-mode)
(require 'lsp-diagnostics)
(require 'json)
(load (expand-file-name "common.el" (file-name-directory load-file-name)))

(setq lsp-auto-guess-root t lsp-diagnostics-provider :none lsp-enable-file-watchers nil lsp-restart 'ignore
      lsp-lens-enable nil lsp-headerline-breadcrumb-enable nil lsp-modeline-code-actions-enable nil
      lsp-modeline-diagnostics-enable nil lsp-enable-snippet nil)
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection
                                   (list (getenv "PERNET_NODE") (getenv "PERNET_SERVER") "--stdio"))
                  :activation-fn (lsp-activate-on "c")
                  :add-on? t
                  :server-id 'pernet-lens))

(find-file (getenv "PERNET_FILE"))
(lsp-workspace-folders-add (file-name-directory (getenv "PERNET_FILE")))
(lsp)
(wait-for (lambda () (lsp-workspaces)))

(defun seen-messages ()
  (let (all)
    (maphash (lambda (_ found) (setq all (append found all))) (lsp-diagnostics))
    (mapcar (lambda (each) (gethash "message" each)) all)))
(defun ask (method params) (lsp-request (substring (symbol-name method) 1) params))
(defun here () (lsp--text-document-position-params))
(defun document () (list :textDocument (lsp--text-document-identifier)))
(defun changed ())

(look-around)
